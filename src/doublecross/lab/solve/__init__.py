"""Small games solved: whole trees, regret minimization on them, and what an equilibrium does."""
