#![no_main]
fuzz::target!(check_conditional_headers);
