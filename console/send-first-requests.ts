import { sendFirstRequests } from "./first-requests.ts";

// Imported first: modules are evaluated in order, and the other ones take a quarter of a second on a slow machine.
sendFirstRequests();
