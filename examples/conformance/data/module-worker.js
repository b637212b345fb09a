import { twice } from "./twice.js";

onmessage = ({ data }) => postMessage(twice(data));
