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
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: { "^.+\\.ts$": swc },
  modulePathIgnorePatterns: ["<rootDir>/cdk.out", "<rootDir>/.local", "<rootDir>/dist"],
};

const project = (displayName, folders, extra = {}) => ({
  ...common,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  ...extra,
});

export default {
  projects: [
    project("unit", ["unit"]),
    project("architecture", ["architecture"]),
    project("stack", ["stack", "statemachines"]),
    project("contract", ["contract"], { setupFilesAfterEnv: ["<rootDir>/test/patience.ts"] }),
    project("integration", ["integration"], {
      setupFilesAfterEnv: ["<rootDir>/test/patience.ts"],
      globalSetup: "<rootDir>/test/integration/start-service.ts",
      globalTeardown: "<rootDir>/test/integration/stop-service.ts",
    }),
  ],
};
