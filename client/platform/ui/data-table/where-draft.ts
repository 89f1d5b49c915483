import { isBlank, ruleProblem, type Constraint } from '#contract/platform/table-filters.ts'
import { isGroup, type WhereGroup, type WhereNode } from '#contract/platform/table-where.ts'
import { withoutBlanks } from './rule-value.tsx'
import type { FilterColumn } from './types.ts'

/** A rule tree while the user builds it: every node has a key, and a rule may have no field yet. */
export interface DraftRule {
  readonly key: number
  readonly field: string
  readonly rule: Constraint
}
export interface DraftGroup {
  readonly key: number
  readonly operator: 'and' | 'or'
  readonly nodes: readonly DraftNode[]
}
export type DraftNode = DraftRule | DraftGroup

/** Maximum depth of groups below the top one. */
export const deepest = 3

let lastKey = 0
const newKey = (): number => ++lastKey

export const isDraftGroup = (node: DraftNode): node is DraftGroup => 'nodes' in node

export const newRule = (): DraftRule => ({ key: newKey(), field: '', rule: { match_mode: 'equals' } })
export const newGroup = (): DraftGroup => ({ key: newKey(), operator: 'or', nodes: [newRule()] })

const draftNode = (node: WhereNode): DraftNode => {
  if (isGroup(node)) return { key: newKey(), operator: node.operator, nodes: node.rules.map(draftNode) }
  const { field, ...rule } = node
  return { key: newKey(), field, rule }
}

/** Returns a tree to edit; one empty rule if there is none. */
export const draftOf = (where: WhereGroup | null): DraftGroup => ({
  key: newKey(),
  operator: where?.operator ?? 'and',
  nodes: where ? where.rules.map(draftNode) : [newRule()],
})

const whereNode = (node: DraftNode): WhereNode[] => {
  if (isDraftGroup(node)) {
    const rules = node.nodes.flatMap(whereNode)
    return rules.length === 0 ? [] : [{ operator: node.operator, rules }]
  }
  const rule = withoutBlanks(node.rule)
  return node.field === '' || isBlank(rule) ? [] : [{ field: node.field, ...rule }]
}

/** Returns the finished tree without empty rules; null if nothing remains. */
export const whereOfDraft = (draft: DraftGroup): WhereGroup | null => {
  const rules = draft.nodes.flatMap(whereNode)
  return rules.length === 0 ? null : { operator: draft.operator, rules }
}

/** Returns the tree with one node replaced by others: none, a changed one, or itself and a copy. */
export const replaceNode = (
  group: DraftGroup,
  key: number,
  change: (node: DraftNode) => readonly DraftNode[],
): DraftGroup => ({
  ...group,
  nodes: group.nodes.flatMap((node) => {
    if (node.key === key) return change(node)
    return isDraftGroup(node) ? [replaceNode(node, key, change)] : [node]
  }),
})

/** Returns a copy with new keys. */
export const copyOf = (node: DraftNode): DraftNode =>
  isDraftGroup(node) ? { ...node, key: newKey(), nodes: node.nodes.map(copyOf) } : { ...node, key: newKey() }

const valueTexts: Partial<Record<FilterColumn['kind'], string>> = {
  number: 'Enter a number.',
  money: 'Enter an amount.',
  date: 'Enter a date.',
  instant: 'Enter a date.',
}

const ruleError = ({ field, rule }: DraftRule, columns: readonly FilterColumn[]): string | null => {
  const column = columns.find(({ id }) => id === field)
  if (!column) return field === '' ? 'Choose a field.' : 'This field is no longer available.'
  const whole = withoutBlanks(rule)
  if (isBlank(whole)) return 'Enter a value or remove this rule.'
  return ruleProblem(column, whole, column.anchors ?? [])
    ? (valueTexts[column.kind] ?? 'Enter a value that works with this field.')
    : null
}

/** Returns the errors in a tree, by the key of the rule. */
export const errorsOf = (group: DraftGroup, columns: readonly FilterColumn[]): ReadonlyMap<number, string> =>
  new Map(
    group.nodes.flatMap((node): (readonly [number, string])[] => {
      if (isDraftGroup(node)) return [...errorsOf(node, columns)]
      const error = ruleError(node, columns)
      return error === null ? [] : [[node.key, error]]
    }),
  )
