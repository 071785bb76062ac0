#![no_main]
fuzz::target!(conditional_headers);
