// Written by `npm run templates` from the files in templates/: docs/templates/README.md.
import bounce from "../../templates/bounce.json" with { type: "json" };
import boxed from "../../templates/boxed.json" with { type: "json" };
import brush from "../../templates/brush.json" with { type: "json" };
import cinematic from "../../templates/cinematic.json" with { type: "json" };
import classic from "../../templates/classic.json" with { type: "json" };
import comic from "../../templates/comic.json" with { type: "json" };
import gamer from "../../templates/gamer.json" with { type: "json" };
import glow from "../../templates/glow.json" with { type: "json" };
import handwritten from "../../templates/handwritten.json" with { type: "json" };
import headline from "../../templates/headline.json" with { type: "json" };
import karaoke from "../../templates/karaoke.json" with { type: "json" };
import luxe from "../../templates/luxe.json" with { type: "json" };
import marker from "../../templates/marker.json" with { type: "json" };
import minimal from "../../templates/minimal.json" with { type: "json" };
import neon from "../../templates/neon.json" with { type: "json" };
import news from "../../templates/news.json" with { type: "json" };
import oneByOne from "../../templates/one-by-one.json" with { type: "json" };
import oneWord from "../../templates/one-word.json" with { type: "json" };
import outline from "../../templates/outline.json" with { type: "json" };
import plain from "../../templates/plain.json" with { type: "json" };
import podcast from "../../templates/podcast.json" with { type: "json" };
import pop from "../../templates/pop.json" with { type: "json" };
import typewriter from "../../templates/typewriter.json" with { type: "json" };
import underline from "../../templates/underline.json" with { type: "json" };

export const templateFiles: readonly unknown[] = [
  bounce,
  boxed,
  brush,
  cinematic,
  classic,
  comic,
  gamer,
  glow,
  handwritten,
  headline,
  karaoke,
  luxe,
  marker,
  minimal,
  neon,
  news,
  oneByOne,
  oneWord,
  outline,
  plain,
  podcast,
  pop,
  typewriter,
  underline,
];
