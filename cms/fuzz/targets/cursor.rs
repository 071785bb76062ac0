#![no_main]
fuzz::target!(check_cursor);
