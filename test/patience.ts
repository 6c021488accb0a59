import { jest } from "@jest/globals";

/** Real recognition and real renders on a busy machine take their time; a test ends by what happens, not by a clock. */
jest.setTimeout(900_000);
