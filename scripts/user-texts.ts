import ts from 'typescript'

/** A text that people can see, as in the code; `{…}` stands for inserted values. */
interface UserText {
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  readonly text: string
}

/** JSX attributes that contain no text. */
const wordless =
  /^(class|className|id|name|type|role|href|to|from|src|key|htmlFor|autoComplete|inputMode|variant|size|side|align|tone|as|value|kind|format|rel|target|method|d|viewBox|fill|stroke|data-.*|.*Class)$/

/** Properties and JSX attributes with visible values, even single lowercase words. */
const shown =
  /^(label|title|hint|why|text|message|description|placeholder|alt|summary|detail|emptyText|action|verb|reason|heading|caption|sentence|meaning|aria-label|aria-description|aria-placeholder)$/

/** Calls whose texts people don’t see: class names, SQL, log lines and errors for developers. */
const unseen =
  /^(cx|cva|sql|createFileRoute|querySelector|querySelectorAll|matches|closest|getElementById|log|info|warn|debug|Error|TypeError|RangeError)$/

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text)

/** The start of a piece of SQL, which is in lower case. */
const sqlWords =
  /^\s*(select|insert|update|delete|with|create|alter|from|where|order by|left join)\b|^(is not|not in|is not distinct from)$/

/**
 * Returns whether a text reads like a sentence or several plain words, and not like classes, a path, a query or
 * code.
 */
const readsLikeWords = (text: string): boolean => {
  if (!hasLetters(text) || sqlWords.test(text)) return false
  const words = text.trim().split(/\s+/)
  if (words.length < 2) return false
  if (/[.?!…]$/.test(text) || /[’“”]/.test(text)) return true
  const plain = words.filter((word) =>
    /^[(“]?\p{L}[\p{L}’-]*[,.:;)?!”…]*$|^\{…\}[,.:;?!]?$|^\d+$/u.test(word),
  )
  const isClassList =
    words.every((word) => /^[a-z0-9[\]:/.%_()#&>*,!-]+$/.test(word)) &&
    words.some((word) => /[-:[\]]/.test(word))
  return !isClassList && plain.length === words.length
}

const nameOf = (node: ts.Node): string => {
  if (ts.isIdentifier(node) || ts.isStringLiteral(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isJsxNamespacedName(node)) return `${node.namespace.text}:${node.name.text}`
  return ''
}

/** Returns the attribute, property or call a literal belongs to, through conditions, arrays and parentheses. */
const holderOf = (node: ts.Node): ts.Node => {
  let at = node.parent
  while (
    ts.isConditionalExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isJsxExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isTemplateSpan(at) ||
    ts.isTemplateExpression(at) ||
    (ts.isBinaryExpression(at) && /^[+&|?]/.test(at.operatorToken.getText()))
  )
    at = at.parent
  return at
}

const codeHolders = [
  ts.isImportDeclaration,
  ts.isExportDeclaration,
  ts.isLiteralTypeNode,
  ts.isTaggedTemplateExpression,
  ts.isElementAccessExpression,
  ts.isCaseClause,
]

/** Returns whether a literal in this position is code: an import, a type, a query, a class name, a key. */
const isCode = (holder: ts.Node): boolean => {
  if (codeHolders.some((is) => is(holder))) return true
  if (ts.isJsxAttribute(holder)) return wordless.test(nameOf(holder.name))
  return (ts.isCallExpression(holder) || ts.isNewExpression(holder)) && unseen.test(nameOf(holder.expression))
}

const isSeen = (node: ts.Node, text: string): boolean => {
  const holder = holderOf(node)
  const isShown =
    (ts.isJsxAttribute(holder) || ts.isPropertyAssignment(holder)) && shown.test(nameOf(holder.name))
  return isShown ? hasLetters(text) : !isCode(holder) && readsLikeWords(text)
}

const templateText = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')

const literalText = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return templateText(node)
  return null
}

/** Returns the text between a JSX element’s tags, with `{…}` for inserted values; null if there is none. */
const jsxText = (node: ts.Node): string | null => {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return null
  if (!node.children.some((child) => ts.isJsxText(child) && hasLetters(child.text))) return null
  return node.children
    .map((child) => (ts.isJsxText(child) ? child.text : '{…}'))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Lists the texts of a source file that people can see: on screens, in messages, in emails and in the API
 * document.
 */
export const userTextsIn = (file: string, source: string): UserText[] => {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: UserText[] = []
  const add = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
    found.push({ file, line: line + 1, text: text.replace(/\s+/g, ' ').trim() })
  }
  const visit = (node: ts.Node): void => {
    const words = jsxText(node)
    if (words !== null) add(node, words)
    const literal = literalText(node)
    if (literal !== null && isSeen(node, literal)) add(node, literal)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
