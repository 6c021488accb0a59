import { tearDown } from "./start-service.ts";

export default tearDown;
