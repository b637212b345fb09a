import { twice } from "./twice.js";

export const four = twice(2);
export const here = import.meta.url;
