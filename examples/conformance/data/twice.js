export const twice = (number) => number * 2;
