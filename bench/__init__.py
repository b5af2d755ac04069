"""The speed benchmark: our playouts beside other engines, alternating on one core. Run it with ``make bench``."""
