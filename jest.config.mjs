const swc = [
  "@swc/jest",
  {
    // Kept, since Node wants `with { type: "json" }` on imports of JSON.
    jsc: {
      parser: { syntax: "typescript" },
      target: "es2024",
      experimental: { keepImportAttributes: true },
    },
    module: { type: "es6" },
  },
];

const common = {
  testEnvironment: "<rootDir>/bin/testing/test-environment.ts",
  extensionsToTreatAsEsm: [".ts"],
  transform: { "^.+\\.ts$": swc },
  // Zod's messages in other languages, which nothing uses: 50 modules in each test file.
  moduleNameMapper: { "^\\.\\./locales/index\\.js$": "<rootDir>/test/fakes/no-locales.ts" },
  modulePathIgnorePatterns: ["<rootDir>/cdk.out", "<rootDir>/.local", "<rootDir>/dist"],
};

const project = (displayName, folders, extra = {}) => ({
  ...common,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  ...extra,
});

const wholeProduct = {
  setupFilesAfterEnv: ["<rootDir>/test/patience.ts"],
  globalSetup: "<rootDir>/test/integration/start-service.ts",
  globalTeardown: "<rootDir>/test/integration/stop-service.ts",
};

export default {
  projects: [
    project("unit", ["unit"]),
    project("architecture", ["architecture"]),
    project("stack", ["stack", "statemachines"], {
      globalSetup: "<rootDir>/test/stack/synthesized.ts",
      // One test synthesizes a stack of its own.
      setupFilesAfterEnv: ["<rootDir>/test/patience.ts"],
    }),
    project("contract", ["contract"], { setupFilesAfterEnv: ["<rootDir>/test/patience.ts"] }),
    project("integration", ["integration"], wholeProduct),
    // Programs that the product can do without; `npm test` leaves them out, `npm run test:optional` installs them.
    project("optional", ["optional"], wholeProduct),
  ],
};
