import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Schema } from '#contract/endpoint.ts'

/** A schema that the contract exports, as it is called and described there. */
export interface NamedSchema {
  readonly name: string
  readonly schema: Schema
  readonly description: string | undefined
  /** What the docstrings say of its fields. */
  readonly fields: Readonly<Record<string, string>>
}

const contractFolder = join(import.meta.dirname, '..', '..', '..', 'contract')

/** Every schema that the contract exports, with the docstrings that stand in its source: the document repeats nothing. */
export const readNamedSchemas = async (): Promise<NamedSchema[]> => {
  const found: NamedSchema[] = []
  const files = readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted((one, other) => one.localeCompare(other))
  for (const file of files) {
    const path = join(contractFolder, file)
    const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
    const source = readFileSync(path, 'utf8')
    for (const [name, schema] of Object.entries(exported).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    ))
      if (isSchema(schema)) found.push({ name: inPascalCase(name), schema, ...docstringsOf(source, name) })
  }
  return found
}

// by its mark rather than its class: a test has two copies of the library
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

export const inPascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const doc = String.raw`/\*\*((?:[^*]|\*(?!/))*)\*/\s*\n\s*`

/** What stands above an export, and above the fields within it. */
const docstringsOf = (source: string, name: string): Pick<NamedSchema, 'description' | 'fields'> => {
  const start = new RegExp(`(?:^|\\n)(?:${doc})?export const ${name}\\b`).exec(source)
  if (!start) return { description: undefined, fields: {} }
  const after = source.slice(start.index + start[0].length)
  const body = after.slice(0, /\n(?:export |const |type |interface |\/\*\*)/.exec(after)?.index)
  const fields = [...body.matchAll(new RegExp(`${doc}(\\w+):`, 'g'))].map(
    ([, text = '', field = '']): [string, string] => [field, plain(text)],
  )
  return {
    description: start[1] === undefined ? undefined : plain(start[1]),
    fields: Object.fromEntries(fields),
  }
}

/** A docstring as a paragraph. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .trim()
