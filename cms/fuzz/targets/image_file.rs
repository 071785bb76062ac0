#![no_main]
fuzz::target!(check_image_file);
