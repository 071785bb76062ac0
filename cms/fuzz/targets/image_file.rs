#![no_main]
fuzz::target!(image_file);
