"""The host side of Hexlume: the command line, the serial link, the store and the pages."""
