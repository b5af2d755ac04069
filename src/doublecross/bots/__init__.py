"""Players that are programs: from what a seat may know to an action. They stand on the kernel and the games; no game knows them."""
