import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { IVpc } from "aws-cdk-lib/aws-ec2";
import { Cluster, type ICluster } from "aws-cdk-lib/aws-ecs";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { IRole } from "aws-cdk-lib/aws-iam";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledgeFindings } from "./acknowledgements.ts";
import { Alarms } from "./alarms.ts";
import { Api } from "./api.ts";
import { Budget } from "./budget.ts";
import { ClipCutter, clipCutterSettings } from "./clip-cutter.ts";
import { allowClipModel, clipModelSettings } from "./clip-model.ts";
import { ConsoleHosting } from "./console-hosting.ts";
import { Containers } from "./containers.ts";
import { Dashboard } from "./dashboard.ts";
import { dubSettings } from "./dub-settings.ts";
import { Engine } from "./engine.ts";
import { Events } from "./events.ts";
import { FrameFunction } from "./frame-function.ts";
import { frameFunctionName } from "./frame-grants.ts";
import { Front } from "./front.ts";
import { frontSettings } from "./front-settings.ts";
import {
  chooseClipsFunction,
  createLinkKey,
  publishConsoleFunction,
  redirectMediaFunction,
  tearDownFunction,
  uploadSigners,
} from "./function-definitions.ts";
import { Functions } from "./functions.ts";
import type { Resources } from "./grants.ts";
import { LinkKeys } from "./link-keys.ts";
import { MachineNames } from "./machine-names.ts";
import { MediaBucketStore } from "./media-bucket.ts";
import { Network } from "./network.ts";
import { RecordsTable } from "./records-table.ts";
import { renderSettings } from "./render-settings.ts";
import { settingsOf } from "./settings.ts";
import { shortTaskSettings } from "./short-task-settings.ts";
import { ShortTasks } from "./short-tasks.ts";
import { allowTranscribeAccess, speechSettings } from "./speech-settings.ts";
import { StateMachines } from "./state-machines.ts";
import { Teardown } from "./teardown.ts";
import { translationSettings } from "./translation-settings.ts";
import { UploadFunction } from "./upload-function.ts";
import { UploadRole } from "./upload-role.ts";
import { UploadService } from "./upload-service.ts";
import { WebhookQueue } from "./webhook-queue.ts";
import { Webhooks } from "./webhooks.ts";

export interface CapstackStackProps extends StackProps {
  /** The repository's root. */
  root: string;
  /** Folder of the bundles of all functions. */
  bundles: string;
  /** Folder of the built console. */
  console: string;
}

/** The complete stack, which composes the constructs; each construct documents its purpose. */
export class CapstackStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { root, bundles, console: consoleFolder, ...props }: CapstackStackProps,
  ) {
    super(scope, id, props);
    const engine = new Engine(this);
    const settings = settingsOf(this);
    const { webhookDelays, webhookConcurrency, alarmEmail, pexelsKeyParameter, data } = settings;
    const { cloudFront, hasConsole, largeUploads, linkKeys } = settings;
    const { table } = new RecordsTable(this, "Records", data);
    const { bucket } = new MediaBucketStore(this, "Media", data);
    const bus = new EventBus(this, "Bus");
    const names = new MachineNames(this);
    const frontOptions = frontSettings(this);
    const api = new Api(this, "Api", frontOptions.requestRate);
    const keys = new LinkKeys(this, "LinkKeys", { engine, numbers: linkKeys, withCloudFront: cloudFront });
    const network = new Network(this, "Network", engine);
    const vpc = network.vpc as IVpc;
    const cluster = new Cluster(this, "Cluster", { vpc, enableFargateCapacityProviders: true }) as ICluster;
    const uploads = largeUploads ? new UploadService(this, "Uploads", { engine, vpc }) : undefined;
    const front =
      keys.keyGroup &&
      new Front(this, "Front", {
        api: api.api,
        bucket,
        keyGroup: keys.keyGroup,
        engine,
        root,
        uploads: uploads?.origin,
        settings: frontOptions,
      });
    const hosting =
      front && hasConsole
        ? new ConsoleHosting(this, "Console", {
            folder: consoleFolder,
            distribution: front.distribution,
            media: bucket,
            engine,
            root,
          })
        : undefined;
    const serviceUrl = front?.publicUrl ?? api.api.apiEndpoint;
    const uploadRole = new UploadRole(this, "UploadRole", bucket);
    const webhookQueue = new WebhookQueue(this, "WebhookQueue");
    const translation = translationSettings(this);
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
      shortTasks: shortTaskSettings(this, engine),
      pexelsKeyParameter,
      translation,
      clipModel: clipModelSettings(this, translation.model),
      links: {
        publicUrl: engine.choose(serviceUrl, ""),
        keys: keys.value,
        parameterArns: keys.parameterArns,
      },
      uploadRoleArn: uploadRole.arn,
      frameFunctionName: frameFunctionName(this),
      dub: dubSettings(this, engine),
      clips: clipCutterSettings(this, engine),
      playbackFiles: String(settings.playbackFiles),
      consoleBucket: hosting?.bucket,
      deletedBucket: data.retain || data.bucketName !== undefined ? undefined : bucket,
    };

    const containers = new Containers(this, "Containers", { resources, engine, root });
    new FrameFunction(this, "Frames", { engine, resources, root });
    const functions = new Functions(this, "Functions", {
      resources,
      bundles,
      without: [...(cloudFront ? [redirectMediaFunction] : []), ...(hosting ? [] : [publishConsoleFunction])],
    });
    hosting?.publishWith(functions.get(publishConsoleFunction));
    keys.createWith(functions.get(createLinkKey));
    allowClipModel(this, functions.get(chooseClipsFunction).role as IRole, resources.clipModel);
    uploadRole.trust(uploadSigners.map((name) => functions.get(name)));
    const clipCutter =
      resources.clips.choice === "mediaconvert"
        ? new ClipCutter(this, "ClipCutter", { bucket, engine })
        : undefined;
    const { isOn, memory } = resources.shortTasks;
    const shortTasks = isOn
      ? new ShortTasks(this, "ShortTasks", { resources, engine, root, memory })
      : undefined;
    const started = { functions, containers, clipCutter, shortTasks };
    const machines = new StateMachines(this, "Machines", { ...started, cluster, network, names, root });
    api.addRoutes(functions);
    const uploading = uploads?.run(cluster, containers.taskDefinitions.ingest);
    if (!uploads) new UploadFunction(this, "UploadFunction", { engine, resources, api: api.api, root });
    allowTranscribeAccess(bucket);
    const { jobPrefix } = resources.speech;
    const events = new Events(this, "Events", { functions, table, bus, cluster, jobPrefix });
    new Teardown(this, "Teardown", {
      engine,
      worker: functions.get(tearDownFunction),
      occupied: [machines, cluster, network],
      starters: [...events.rules, api.stage, ...(uploading ? [uploading.service] : [])],
    });
    const { topic } = new Webhooks(this, "Webhooks", {
      functions,
      webhookQueue,
      alarmEmail,
      maxConcurrency: webhookConcurrency,
    });
    const watched = { functions, names, apiId: api.api.apiId };
    new Alarms(this, "Alarms", {
      ...watched,
      failedQueue: webhookQueue.failed.queueName,
      clipFailures: clipCutter?.failures,
      uploads: uploading?.metrics,
      shortTasks: shortTasks?.functions,
      topic,
    });
    new Dashboard(this, "Overview", { ...watched, engine });
    const { monthlyBudget: limit } = frontOptions;
    if (limit !== undefined && alarmEmail !== undefined)
      new Budget(this, "Budget", { engine, limit, email: alarmEmail });
    acknowledgeFindings(this, resources);

    const outputs = {
      HttpApiId: api.api.apiId,
      HttpApiUrl: api.api.apiEndpoint,
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
    new CfnOutput(this, "ServiceUrl", { value: serviceUrl, condition: engine.notLocal });
    if (front && hosting)
      new CfnOutput(this, "ConsoleUrl", { value: `${front.publicUrl}/console`, condition: engine.notLocal });
  }
}
