/** The widest line of a comment, in columns. */
const MOST_COLUMNS = 120;

/** Words that begin a clause in the place of a noun, or hide the noun behind a number. */
const OPENING = /^(What|Whatever|Who|Whoever|Whose|One|Of|So many|So much|So few|So long)\b/;

/**
 * Holds comments to the width of a line, and each of their sentences to a noun at its beginning: see CONTRIBUTING.md.
 */
export const plainEnglish = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      width: 'This line of a comment has {{columns}} columns; {{most}} fit.',
      opening: 'A sentence begins with “{{opening}}”. Name its subject: “{{sentence}}”',
    },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        for (const block of blocksOf(sourceCode)) {
          for (const { line, columns } of block.lines) {
            if (columns <= MOST_COLUMNS) continue;
            const loc = { start: { line, column: MOST_COLUMNS }, end: { line, column: columns } };
            context.report({ loc, messageId: 'width', data: { columns, most: MOST_COLUMNS } });
          }
          for (const sentence of sentencesOf(block.text)) {
            const [opening] = OPENING.exec(sentence) ?? [];
            if (opening) context.report({ loc: block.loc, messageId: 'opening', data: { opening, sentence } });
          }
        }
      },
    };
  },
};

/** The comments of a file; line comments that follow each other are one text. */
function blocksOf(sourceCode) {
  const blocks = [];
  for (const comment of sourceCode.getAllComments()) {
    if (comment.type === 'Shebang' || isDirective(comment)) continue;
    const { start, end } = comment.loc;
    const before = blocks.at(-1);
    const lines = [];
    for (let line = start.line; line <= end.line; line += 1) {
      lines.push({ line, columns: sourceCode.lines[line - 1].length });
    }
    const isAlone = sourceCode.lines[start.line - 1].slice(0, start.column).trim() === '';
    // Code before a comment on the same line may be wide by itself, as a template is.
    if (!isAlone) lines.shift();
    if (isAlone && comment.type === 'Line' && before?.nextLine === start.line) {
      before.text += `\n${comment.value}`;
      before.lines.push(...lines);
      before.nextLine = start.line + 1;
      continue;
    }
    const nextLine = isAlone && comment.type === 'Line' ? end.line + 1 : null;
    blocks.push({ text: comment.value, loc: comment.loc, lines, nextLine });
  }
  return blocks;
}

function isDirective({ value }) {
  return /^\s*(eslint|@ts-|prettier-ignore|global )/.test(value);
}

/** Paragraphs, items of lists and tags begin a sentence, as a full stop does. */
function sentencesOf(text) {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .map((line) =>
      /^(- |\d+\. |@)/.test(line) ? `\n${line.replace(/^(- |\d+\. |@param \w+ |@\w+ )/, '')}` : line || '\n',
    )
    .join(' ')
    .split(/\n|(?<=[.!?:])\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
