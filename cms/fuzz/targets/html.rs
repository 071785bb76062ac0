#![no_main]
fuzz::target!(check_html);
