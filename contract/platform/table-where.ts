import * as z from 'zod/mini'
import type { Anchor } from './relative-day.ts'
import { texts } from './problem.ts'
import {
  sameName,
  constraint,
  isBlank,
  jsonText,
  ruleProblem,
  type Columns,
  type Constraint,
  type Filters,
  type CurrentName,
} from './table-filters.ts'

/**
 * The advanced filter: a tree of rules over several columns, combined with and or or at each level. A list
 * accepts it as JSON in `where`, a selection as an object; it applies in addition to `filters` and `search`,
 * for example
 * `{"operator":"or","rules":[{"field":"medical_status","match_mode":"equals","value":"waiver_utp"},{"operator":"and","rules":[…]}]}`.
 * Rules without a value and groups without rules are ignored. At most 4 levels of groups and 60 rules in all.
 */
export interface WhereGroup {
  readonly operator: 'and' | 'or'
  readonly rules: WhereNode[]
}
export interface WhereRule extends Constraint {
  readonly field: string
}
export type WhereNode = WhereGroup | WhereRule

const maxRules = 60
const operators = ['and', 'or'] as const

export const isGroup = (node: WhereNode): node is WhereGroup => 'rules' in node

/** Returns every rule of a tree that has a value, at any depth. */
export const rulesOf = (where: WhereNode | undefined): readonly WhereRule[] => {
  if (where === undefined) return []
  if (isGroup(where)) return where.rules.flatMap(rulesOf)
  return isBlank(where) ? [] : [where]
}

/** Returns the fields that filters and a tree use, without rules that have no value. */
export const fieldsUsed = ({
  filters = {},
  where,
}: {
  readonly filters?: Filters | undefined
  readonly where?: WhereGroup | undefined
}): string[] => [
  ...Object.keys(filters).filter((field) => filters[field]?.constraints.some((rule) => !isBlank(rule))),
  ...rulesOf(where).map(({ field }) => field),
]

// spelled out by level instead of recursively: the depth is limited, and the OpenAPI document needs no circular
// reference
const ruleShape = {
  field: z.optional(z.string().check(z.maxLength(100))),
  match_mode: z.optional(constraint.shape.match_mode),
  value: constraint.shape.value,
}
const groupShape = <N extends z.ZodMiniType>(node: N) => ({
  operator: z.optional(z.enum(operators)),
  rules: z.optional(z.array(node).check(z.maxLength(maxRules))),
})
const leaf = z.strictObject(ruleShape)
const fourth = z.strictObject({ ...ruleShape, ...groupShape(leaf) })
const third = z.strictObject({ ...ruleShape, ...groupShape(fourth) })
const second = z.strictObject({ ...ruleShape, ...groupShape(third) })
const root = z.strictObject({
  operator: z.enum(operators),
  rules: z.array(second).check(z.maxLength(maxRules)),
})

interface LooseNode {
  readonly operator?: 'and' | 'or' | undefined
  readonly rules?: readonly LooseNode[] | undefined
  readonly field?: string | undefined
  readonly match_mode?: Constraint['match_mode'] | undefined
  readonly value?: Constraint['value']
}

interface Reading {
  readonly columns: Columns
  readonly anchors: readonly Anchor[]
  readonly nameNow: CurrentName
  addIssue(path: readonly string[], message: string): void
}

const readNode = (node: LooseNode, path: readonly string[], reading: Reading): WhereNode | null =>
  node.rules === undefined && node.operator === undefined
    ? readRule(node, path, reading)
    : readGroup(node, path, reading)

const readGroup = (node: LooseNode, path: readonly string[], reading: Reading): WhereGroup => {
  const stray = (['field', 'match_mode', 'value'] as const).find((key) => node[key] !== undefined)
  if (stray !== undefined) reading.addIssue([...path, stray], texts.unknown)
  if (node.operator === undefined) reading.addIssue([...path, 'operator'], texts.required)
  if (node.rules === undefined) reading.addIssue([...path, 'rules'], texts.required)
  const rules = (node.rules ?? []).map((rule, index) =>
    readNode(rule, [...path, 'rules', String(index)], reading),
  )
  return { operator: node.operator ?? 'and', rules: rules.filter((rule) => rule !== null) }
}

const readRule = (node: LooseNode, path: readonly string[], reading: Reading): WhereRule | null => {
  const { match_mode, value } = node
  const field = node.field && reading.nameNow(node.field)
  if (field === undefined) reading.addIssue([...path, 'field'], texts.required)
  if (match_mode === undefined) reading.addIssue([...path, 'match_mode'], texts.required)
  if (field === undefined || match_mode === undefined) return null
  const rule = value === undefined ? { match_mode } : { match_mode, value }
  const column = Object.hasOwn(reading.columns, field) ? reading.columns[field] : undefined
  if (!column) reading.addIssue([...path, 'field'], texts.unknown)
  else {
    const wrong = ruleProblem(column, rule, reading.anchors)
    if (wrong) reading.addIssue([...path, wrong.key], wrong.text)
  }
  return { field, ...rule }
}

const countRules = (node: LooseNode): number =>
  node.rules === undefined ? 1 : node.rules.reduce((sum, rule) => sum + countRules(rule), 0)

/**
 * Returns a schema for a tree over `columns` in a body. Issues have the path of the rule
 * (`where.rules.0.value`).
 */
export const whereOf = (
  columns: Columns,
  anchors: readonly Anchor[],
  nameNow: CurrentName = sameName,
): z.ZodMiniType<WhereGroup, WhereGroup> =>
  // input and output are trees; the spelled-out levels are an internal detail
  z.pipe(
    root,
    z.transform((tree, payload): WhereGroup => {
      const addIssue = (path: readonly string[], message: string): void => {
        payload.issues.push({ code: 'custom', path: [...path], message, input: tree })
      }
      if (countRules(tree) > maxRules) addIssue([], texts.invalid)
      return readGroup(tree, [], { columns, anchors, nameNow, addIssue })
    }),
  ) as z.ZodMiniType<WhereGroup, WhereGroup>

/** Returns a schema for a tree in a query string: JSON text. */
export const whereText = (columns: Columns, anchors: readonly Anchor[]) =>
  z.pipe(jsonText, whereOf(columns, anchors))
