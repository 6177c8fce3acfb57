// Colors of a line: one regular expression a language, whose groups are named after the colors.

const LANGUAGES = {
  mlir: /(?<comment>\/\/.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w$.-]+(?:#\d+)?)|(?<symbol>@[\w$.-]+)|(?<label>\^\w+)|(?<type>[!#][A-Za-z_][\w.]*|\b(?:[iuf]|ui|si)\d+\b|\b(?:memref|vector|index|none)\b|(?:\d+|\?)(?:x(?:\d+|\?))*x(?:[iuf]|ui|si)\d+|x[if]\d+\b)|(?<op>(?<=^\s*|=\s|=\s")[a-z_]\w*(?:\.\w+)+)|(?<number>(?<![\w.])-?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?\b|\b0x[0-9A-Fa-f]+\b)|(?<keyword>\b(?:to|step|iter_args|else|do|unsigned|kernel|module|true|false)\b)/g,
  spirv: /(?<comment>;.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w.]+)|(?<op>\bOp[A-Z]\w*)|(?<number>(?<!\w)-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)/g,
  llvm: /(?<comment>;.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w$.-]+)|(?<symbol>[@!][\w$.-]+)|(?<label>^[\w.]+:)|(?<type>\b(?:i\d+|half|float|double|void|ptr|label|x)\b)|(?<op>(?<=^  |= )[a-z]\w*)|(?<keyword>\b(?:define|declare|to|nuw|nsw|inbounds|align|seq_cst|monotonic|true|false|undef|poison|zeroinitializer|null|addrspace|external|global|internal|constant)\b)|(?<number>(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b|\b0x[0-9A-FHKLMR]+\b)/g,
  assembly: /(?<comment>#.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<label>^[\w.$]+:)|(?<op>(?<=^\t)[a-z.]\w*)|(?<value>%\w+)|(?<number>(?<![\w%.])\$?-?\d+\b)/g,
  ptx: /(?<comment>\/\/.*)|(?<label>^\$\w+:)|(?<type>(?<!\w)\.[a-z]\w*\b(?=.*[^;]$))|(?<op>(?<=^\s*(?:@!?%\w+\s+)?)[a-z]\w*(?:[.:]+\w+)*)|(?<value>%\w+(?:\.\w+)?|\$\w+)|(?<number>(?<![\w%.])-?(?:0[xfd][0-9A-Fa-f]+|\d+)\b)/g,
  sass: /(?<comment>\/\*.*?\*\/|\/\/.*)|(?<label>^\.L_\w+:)|(?<type>^\s*\.[a-z]\w*)|(?<op>(?<=\*\/\s+(?:@!?U?P\w+\s+)?)[A-Z][A-Z0-9_.]*)|(?<value>(?<![\w.])(?:U?R|U?P|SR_|B|SB)(?:\d+|[A-Z]\w*)(?:\.\w+)*)|(?<number>(?<![\w.])-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b)/g,
  text: /(?<label>^\w+:?(?= )|^part \w+)|(?<number>\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b)/g,
};

/** A line as HTML; `uniformity` says of a value's name how far it is the same. */
function colorLine(language, text, uniformity) {
  const pattern = LANGUAGES[language] ?? LANGUAGES.text;
  let html = "";
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    html += escapeText(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [color] = Object.entries(match.groups).find(([, piece]) => piece !== undefined);
    const piece = escapeText(match[0]);
    if (color === "value") {
      const name = match[0].replace(/#\d+$/, "");
      html += `<span class="v ${uniformity?.get(name) ?? ""}" data-v="${escapeText(name)}">${piece}</span>`;
    } else {
      html += `<span class="t-${color}">${piece}</span>`;
    }
  }
  return html + escapeText(text.slice(end));
}

/** The names that a line of MLIR defines. */
function definedNames(text) {
  const results = /^\s*(%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*)\s*=\s/.exec(text);
  return results ? results[1].match(/%[\w$.-]+/g) : [];
}
