"""Numbers about the running server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """All of them, in a registry of their own, so that several servers fit into one process (in tests)."""

    def __init__(self) -> None:
        self.registry = new = CollectorRegistry()
        self.tables = Gauge("doublecross_tables", "Tables in memory", registry=new)
        self.sockets = Gauge("doublecross_sockets", "Open connections", registry=new)
        self.commands = Counter("doublecross_commands", "Commands", ["outcome"], registry=new)
        self.requests = Counter("doublecross_requests", "Requests", ["route", "status"], registry=new)
        self.pushes = Counter("doublecross_pushes", "Views pushed", registry=new)
        self.pushed_bytes = Counter("doublecross_pushed_bytes", "Bytes of the views pushed", registry=new)
        self.act_seconds = Histogram("doublecross_act_seconds", "From a command to its commit", buckets=_FAST, registry=new)
        self.render_seconds = Histogram("doublecross_render_seconds", "Rendering one view", buckets=_FAST, registry=new)
        self.commit_seconds = Histogram("doublecross_commit_seconds", "One commit", buckets=_FAST, registry=new)
        self.commit_jobs = Histogram(
            "doublecross_commit_jobs", "Jobs that shared a commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256), registry=new
        )
        self.lag_seconds = Gauge("doublecross_event_loop_lag_seconds", "How late the event loop was last", registry=new)
        self.bot_failures = Counter("doublecross_bot_failures", "Choices that another bot had to make", ["why"], registry=new)
        self.bots_waiting = Gauge("doublecross_bots_waiting", "Bots that think, or wait for their turn to think", registry=new)
        self.bot_seconds = Histogram(
            "doublecross_bot_seconds",
            "From the question to a bot to its answer",
            buckets=(0.1, 0.5, 1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.75, 5, 6, 8, 12, 30),
            registry=new,
        )
        self.stopped_tables = Gauge("doublecross_stopped_tables", "Tables that cannot go on", registry=new)
        self.timeouts = Counter("doublecross_timeouts", "Clocks that ran out", registry=new)

    def committed(self, jobs: int, seconds: float) -> None:
        """Note one commit."""
        self.commit_jobs.observe(jobs)
        self.commit_seconds.observe(seconds)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self.registry)
