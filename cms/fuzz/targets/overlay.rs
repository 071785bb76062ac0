#![no_main]
fuzz::target!(overlay);
