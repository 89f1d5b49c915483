import * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import { inPascalCase, type NamedSchema } from './named-schemas.ts'

/** A node of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the JSON schema of a contract schema, with all parts inline. */
export const inlined = (schema: Schema, io: 'input' | 'output'): JsonObject => {
  const made: unknown = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const { $schema: _version, ...rest } = JSON.parse(JSON.stringify(made, withoutSafeBounds)) as Record<
    string,
    Json
  >
  return rest
}

/** Drops the limits of safe integers, which JavaScript implies. */
const withoutSafeBounds = (key: string, value: unknown): unknown =>
  (key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
    ? undefined
    : value

interface Name {
  readonly name: string
  readonly described?: NamedSchema
}

/** Schemas shorter than this stay inline. */
const worthSharing = 160

/**
 * Replaces schemas that appear several times, or that the contract names, with references. A component’s name
 * is the contract’s name, otherwise the field where it first appears.
 */
export class Components {
  readonly schemas: Record<string, Json> = {}
  private readonly names = new Map<string, Name>()
  private readonly uses = new Map<string, number>()
  private readonly taken: Set<string>

  /** `taken` are names the document already uses. */
  constructor(named: readonly NamedSchema[], taken: readonly string[]) {
    this.taken = new Set(taken)
    for (const described of named) {
      const [output, input] = [inlined(described.schema, 'output'), inlined(described.schema, 'input')]
      this.call(output, { name: described.name, described })
      this.call(input, { name: `${described.name}Input`, described })
    }
  }

  /** Returns the name of an object or union schema. Identical schemas share a name. */
  private call(schema: JsonObject, name: Name): void {
    const text = JSON.stringify(schema)
    if (isShape(schema) && !this.names.has(text))
      this.names.set(text, { ...name, name: this.free(name.name) })
  }

  private free(name: string): string {
    let free = name
    for (let number = 2; this.taken.has(free); number += 1) free = `${name}${number}`
    this.taken.add(free)
    return free
  }

  /** Counts how often each schema appears. All schemas of the document are counted before any is shared. */
  count(value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.count(item as Json)
    else if (isObject(value)) {
      if (isShape(value)) {
        const text = JSON.stringify(value)
        this.uses.set(text, (this.uses.get(text) ?? 0) + 1)
      }
      for (const inner of Object.values(value)) this.count(inner)
    }
  }

  /** Returns the schema with references; `at` is the name of its parent. */
  share(value: Json, at: string): Json {
    if (Array.isArray(value)) return value.map((item) => this.share(item as Json, at))
    if (!isObject(value)) return value
    const name = isShape(value) ? this.nameOf(value, at) : undefined
    if (name === undefined) return this.shareParts(value, at)
    if (!Object.hasOwn(this.schemas, name.name)) {
      // reserved before its parts are visited, because they can contain the same schema
      this.schemas[name.name] = {}
      this.schemas[name.name] = described(this.shareParts(value, name.name), name.described)
    }
    return { $ref: `#/components/schemas/${name.name}` }
  }

  private shareParts(value: JsonObject, at: string): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]): [string, Json] => [
        key,
        key === 'properties' && isObject(inner)
          ? Object.fromEntries(
              Object.entries(inner).map(([field, of]): [string, Json] => [field, this.share(of, field)]),
            )
          : this.share(inner, key === 'items' ? singular(at) : at),
      ]),
    )
  }

  private nameOf(value: JsonObject, at: string): Name | undefined {
    const text = JSON.stringify(value)
    const known = this.names.get(text)
    if (known || text.length < worthSharing || (this.uses.get(text) ?? 0) < 2) return known
    const made = { name: this.free(inPascalCase(at)) }
    this.names.set(text, made)
    return made
  }
}

/** Returns whether it’s an object with fields, or a union. Lists and nullable schemas stay inline. */
const isShape = (value: JsonObject): boolean => isObject(value['properties']) || Array.isArray(value['enum'])

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')

/** Adds the contract’s docstrings to a component and its fields. */
const described = (schema: JsonObject, named: NamedSchema | undefined): JsonObject => {
  if (!named) return schema
  const { properties } = schema
  return {
    ...(named.description === undefined ? {} : { description: named.description }),
    ...schema,
    ...(isObject(properties) ? { properties: describedFields(properties, named.fields) } : {}),
  }
}

const describedFields = (properties: JsonObject, fields: NamedSchema['fields']): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]): [string, Json] => {
      const description = fields[field]
      return [field, description !== undefined && isObject(schema) ? { description, ...schema } : schema]
    }),
  )
