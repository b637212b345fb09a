window.order = ["first"];
