window.order.push("second");
