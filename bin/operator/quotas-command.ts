import { type Load, quotasFor } from "../../core/capacity/quotas.ts";
import { type Command, type Outcome, outcome, positiveNumber, table, type Values } from "./command.ts";

const defaults = { "tasks-per-day": 100, minutes: 2, peak: 5, parallel: 8 } as const;

const numberOf = (values: Values, name: keyof typeof defaults): number =>
  positiveNumber(values, name, defaults[name]);

const loadOf = (values: Values): Load => ({
  tasksPerDay: numberOf(values, "tasks-per-day"),
  minutes: numberOf(values, "minutes"),
  peakFactor: numberOf(values, "peak"),
  renderParallel: numberOf(values, "parallel"),
});

const showQuotas = (values: Values): Outcome => {
  const quotas = quotasFor(loadOf(values));
  const rows = quotas.map(({ service, name, code, value, because }) => ({
    service,
    quota: name,
    code: code ?? "support case",
    value,
    reason: because,
  }));
  const requests = quotas.flatMap(({ service, code, value }) =>
    code === null
      ? []
      : [
          `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`,
        ],
  );
  const vcpus = quotas[0]?.value ?? 0;
  const lines = [...table(rows), "", ...requests, "", `Then deploy with -c fargateVcpus=${vcpus}.`];
  return outcome({ quotas }, lines);
};

/** The options that describe a load. */
export const quotaOptions = {
  "tasks-per-day": { value: "N", about: `captioning tasks per day (default: ${defaults["tasks-per-day"]})` },
  minutes: { value: "N", about: `duration of a video in minutes (default: ${defaults.minutes})` },
  peak: {
    value: "N",
    about: `load of the busiest hour divided by the mean load (default: ${defaults.peak})`,
  },
  parallel: {
    value: "N",
    about: `concurrent renderers per video, as in -c renderParallel (default: ${defaults.parallel})`,
  },
};

export const quotasCommands: readonly Command[] = [
  {
    name: "quotas",
    about: "compute the AWS quotas that a load needs",
    options: quotaOptions,
    compute: showQuotas,
    run: async (values) => showQuotas(values),
  },
];
