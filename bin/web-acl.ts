/** The program that `cdk deploy --app "node bin/web-acl.ts"` runs. */
import { createWebAclApp } from "../lib/web-acl-app.ts";

createWebAclApp().synth();
