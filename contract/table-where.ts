import * as z from 'zod/mini'
import type { Anchor } from './relative-day.ts'
import { texts } from './problem.ts'
import {
  asCalled,
  constraint,
  isBlank,
  jsonText,
  ruleProblem,
  type Columns,
  type Constraint,
  type Filters,
  type NameNow,
} from './table-filters.ts'

/**
 * The advanced filter (of ours): a tree of rules over several columns, joined by and or by or at every level. A list
 * takes it as JSON in `where`, a selection as it is; it holds together with `filters` and `search`.
 *
 * `{"operator":"or","rules":[{"field":"medical_status","match_mode":"equals","value":"waiver_utp"},
 *   {"operator":"and","rules":[…]}]}`
 *
 * A rule without a value is no rule, a group without rules no group. At most four groups deep and 60 rules in all.
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

/** Every rule of a tree that says something, at whatever depth. */
export const rulesOf = (where: WhereNode | undefined): readonly WhereRule[] => {
  if (where === undefined) return []
  if (isGroup(where)) return where.rules.flatMap(rulesOf)
  return isBlank(where) ? [] : [where]
}

/** The fields that filters and a tree ask about; rules without a value ask nothing. */
export const fieldsAsked = ({
  filters = {},
  where,
}: {
  readonly filters?: Filters | undefined
  readonly where?: WhereGroup | undefined
}): string[] => [
  ...Object.keys(filters).filter((field) => filters[field]?.constraints.some((rule) => !isBlank(rule))),
  ...rulesOf(where).map(({ field }) => field),
]

// spelled level by level rather than recursively: the depth is bounded, and the OpenAPI document holds no circle
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
  readonly nameNow: NameNow
  complain(path: readonly string[], message: string): void
}

const readNode = (node: LooseNode, path: readonly string[], reading: Reading): WhereNode | null =>
  node.rules === undefined && node.operator === undefined
    ? readRule(node, path, reading)
    : readGroup(node, path, reading)

const readGroup = (node: LooseNode, path: readonly string[], reading: Reading): WhereGroup => {
  const stray = (['field', 'match_mode', 'value'] as const).find((key) => node[key] !== undefined)
  if (stray !== undefined) reading.complain([...path, stray], texts.unknown)
  if (node.operator === undefined) reading.complain([...path, 'operator'], texts.required)
  if (node.rules === undefined) reading.complain([...path, 'rules'], texts.required)
  const rules = (node.rules ?? []).map((rule, index) =>
    readNode(rule, [...path, 'rules', String(index)], reading),
  )
  return { operator: node.operator ?? 'and', rules: rules.filter((rule) => rule !== null) }
}

const readRule = (node: LooseNode, path: readonly string[], reading: Reading): WhereRule | null => {
  const { match_mode, value } = node
  const field = node.field && reading.nameNow(node.field)
  if (field === undefined) reading.complain([...path, 'field'], texts.required)
  if (match_mode === undefined) reading.complain([...path, 'match_mode'], texts.required)
  if (field === undefined || match_mode === undefined) return null
  const rule = value === undefined ? { match_mode } : { match_mode, value }
  const column = Object.hasOwn(reading.columns, field) ? reading.columns[field] : undefined
  if (!column) reading.complain([...path, 'field'], texts.unknown)
  else {
    const wrong = ruleProblem(column, rule, reading.anchors)
    if (wrong) reading.complain([...path, wrong.key], wrong.text)
  }
  return { field, ...rule }
}

const countRules = (node: LooseNode): number =>
  node.rules === undefined ? 1 : node.rules.reduce((sum, rule) => sum + countRules(rule), 0)

/** A tree over `columns`, as a body holds it; what is wrong is named by its path (`where.rules.0.value`). */
export const whereOf = (
  columns: Columns,
  anchors: readonly Anchor[],
  nameNow: NameNow = asCalled,
): z.ZodMiniType<WhereGroup, WhereGroup> =>
  // a tree goes in and a tree comes out; that its levels are spelled out is nobody else's business
  z.pipe(
    root,
    z.transform((tree, payload): WhereGroup => {
      const complain = (path: readonly string[], message: string): void => {
        payload.issues.push({ code: 'custom', path: [...path], message, input: tree })
      }
      if (countRules(tree) > maxRules) complain([], texts.invalid)
      return readGroup(tree, [], { columns, anchors, nameNow, complain })
    }),
  ) as z.ZodMiniType<WhereGroup, WhereGroup>

/** A tree as a query string holds it: JSON text. */
export const whereText = (columns: Columns, anchors: readonly Anchor[]) =>
  z.pipe(jsonText, whereOf(columns, anchors))
