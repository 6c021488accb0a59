import { join } from "node:path";
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { IVpc } from "aws-cdk-lib/aws-ec2";
import { Cluster, type ICluster } from "aws-cdk-lib/aws-ecs";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledgeFindings } from "./acknowledgements.ts";
import { Api } from "./api.ts";
import { Containers } from "./containers.ts";
import { dubberOf } from "./dub-settings.ts";
import { Engine } from "./engine.ts";
import { Events } from "./events.ts";
import { Functions } from "./functions.ts";
import type { Resources } from "./grants.ts";
import { MachineNames } from "./machine-names.ts";
import { MediaBucketStore } from "./media-bucket.ts";
import { Network } from "./network.ts";
import { RecordsTable } from "./records-table.ts";
import { renderSettings } from "./render-settings.ts";
import { settingsOf } from "./settings.ts";
import { allowTranscribeAccess, speechSettings } from "./speech-settings.ts";
import { StateMachines } from "./state-machines.ts";
import { translationSettings } from "./translation-settings.ts";
import { WebhookQueue } from "./webhook-queue.ts";
import { Webhooks } from "./webhooks.ts";

export interface CapstackStackProps extends StackProps {
  /** The repository's root. */
  root: string;
  /** The assembly's folder; the functions' bundles go below it. */
  outdir: string;
}

/** The complete stack, which composes the constructs; each construct documents its purpose. */
export class CapstackStack extends Stack {
  constructor(scope: Construct, id: string, { root, outdir, ...props }: CapstackStackProps) {
    super(scope, id, props);
    const engine = new Engine(this);
    const { webhookDelays, webhookConcurrency, alarmEmail, pexelsKeyParameter, data } = settingsOf(this);
    const { table } = new RecordsTable(this, "Records", data);
    const { bucket } = new MediaBucketStore(this, "Media", data);
    const bus = new EventBus(this, "Bus");
    const names = new MachineNames(this);
    const network = new Network(this, "Network");
    const cluster = new Cluster(this, "Cluster", {
      vpc: network.vpc as IVpc,
      enableFargateCapacityProviders: true,
    }) as ICluster;
    const webhookQueue = new WebhookQueue(this, "WebhookQueue");
    const resources: Resources = {
      table,
      bucket,
      bus,
      cluster,
      machines: names,
      webhookQueue: webhookQueue.queue as IQueue,
      webhookDelays,
      rendering: renderSettings(this, engine),
      speech: speechSettings(this, engine),
      pexelsKeyParameter,
      translation: translationSettings(this),
      dubber: dubberOf(this, engine),
    };

    const containers = new Containers(this, "Containers", { resources, engine, root });
    const functions = new Functions(this, "Functions", {
      resources,
      root,
      bundleDir: join(outdir, "functions"),
    });
    new StateMachines(this, "Machines", { functions, containers, cluster, network, names, root });
    const { api } = new Api(this, "Api", functions);
    allowTranscribeAccess(bucket);
    const { jobPrefix } = resources.speech;
    new Events(this, "Events", { functions, table, bus, cluster, jobPrefix });
    new Webhooks(this, "Webhooks", {
      functions,
      webhookQueue,
      alarmEmail,
      maxConcurrency: webhookConcurrency,
    });
    acknowledgeFindings(this, resources);

    const outputs = {
      HttpApiId: api.apiId,
      HttpApiUrl: api.apiEndpoint,
      TableName: table.tableName,
      BucketName: bucket.bucketName,
      EventBusName: bus.eventBusName,
      WebhookQueueUrl: webhookQueue.queue.queueUrl,
      ClusterName: cluster.clusterName,
      CaptioningMachineArn: names.arn("captioning"),
      ClipMachineArn: names.arn("clip"),
      TranscriptionMachineArn: names.arn("transcription"),
      VideoImportMachineArn: names.arn("videoImport"),
      ReconcileFunctionName: functions.get("reconcile").functionName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
