import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Schema } from '#contract/platform/endpoint.ts'

/** A schema the contract exports, with its name and description. */
export interface NamedSchema {
  readonly name: string
  readonly schema: Schema
  readonly description: string | undefined
  /** The docstrings of its fields. */
  readonly fields: Readonly<Record<string, string>>
}

const contractFolder = join(import.meta.dirname, '..', '..', '..', '..', 'contract')

/**
 * Returns every schema the contract exports, with the docstrings from its source, so that the document repeats
 * nothing.
 */
export const readNamedSchemas = async (): Promise<NamedSchema[]> => {
  const found: NamedSchema[] = []
  const files = readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted((one, other) => inModule(one).localeCompare(inModule(other)))
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

/** Returns a file’s path in its area, so that the document doesn’t depend on the areas. */
const inModule = (file: string): string => file.slice(file.indexOf('/') + 1)

// checks a marker instead of the class: tests load two copies of the library
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

export const inPascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const doc = String.raw`/\*\*((?:[^*]|\*(?!/))*)\*/\s*\n\s*`

/** Returns the docstring above an export and those of its fields. */
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

/** Returns a docstring as one paragraph. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .trim()
