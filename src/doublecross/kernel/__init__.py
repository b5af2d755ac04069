"""What every game is made of: records, randomness, bit masks, the contract of a game, playouts. It knows no game."""
