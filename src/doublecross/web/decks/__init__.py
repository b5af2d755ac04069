"""The deck editor of OutLawed!: decks as they are filled in, what is wrong with them, their pages and their forms."""
