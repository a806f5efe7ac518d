"""Read the words again, apart from the tests and the code that were written from them."""
