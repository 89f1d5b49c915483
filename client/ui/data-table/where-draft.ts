import { isBlank, ruleProblem, type Constraint } from '#contract/table-filters.ts'
import { isGroup, type WhereGroup, type WhereNode } from '#contract/table-where.ts'
import { withoutBlanks } from './rule-value.tsx'
import type { FilterColumn } from './types.ts'

/** A tree of rules while it is built: every node has a key of its own, and a rule may have no field yet. */
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

/** A group is at most so many levels below the outermost one. */
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

/** A tree to build on; one empty rule where there is none. */
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

/** The tree that was built, without what says nothing; null when nothing is left. */
export const whereOfDraft = (draft: DraftGroup): WhereGroup | null => {
  const rules = draft.nodes.flatMap(whereNode)
  return rules.length === 0 ? null : { operator: draft.operator, rules }
}

/** The same tree with one node become others: none, itself changed, or itself and a copy. */
export const become = (
  group: DraftGroup,
  key: number,
  change: (node: DraftNode) => readonly DraftNode[],
): DraftGroup => ({
  ...group,
  nodes: group.nodes.flatMap((node) => {
    if (node.key === key) return change(node)
    return isDraftGroup(node) ? [become(node, key, change)] : [node]
  }),
})

/** A copy with keys of its own. */
export const copyOf = (node: DraftNode): DraftNode =>
  isDraftGroup(node) ? { ...node, key: newKey(), nodes: node.nodes.map(copyOf) } : { ...node, key: newKey() }

const valueTexts: Partial<Record<FilterColumn['kind'], string>> = {
  number: 'Give a number.',
  money: 'Give an amount.',
  date: 'Give a date.',
  instant: 'Give a date.',
}

const ruleFault = ({ field, rule }: DraftRule, columns: readonly FilterColumn[]): string | null => {
  const column = columns.find(({ id }) => id === field)
  if (!column) return field === '' ? 'Choose a field.' : 'The list has no such field any more.'
  const whole = withoutBlanks(rule)
  if (isBlank(whole)) return 'Say which value, or remove this rule.'
  return ruleProblem(column, whole, column.anchors ?? [])
    ? (valueTexts[column.kind] ?? 'This value does not fit.')
    : null
}

/** What is wrong in a tree, by the key of the rule. */
export const faultsOf = (group: DraftGroup, columns: readonly FilterColumn[]): ReadonlyMap<number, string> =>
  new Map(
    group.nodes.flatMap((node): (readonly [number, string])[] => {
      if (isDraftGroup(node)) return [...faultsOf(node, columns)]
      const fault = ruleFault(node, columns)
      return fault === null ? [] : [[node.key, fault]]
    }),
  )
