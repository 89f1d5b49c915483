import { isGroup, type WhereGroup, type WhereNode } from '#contract/table-where.ts'
import { ruleWords } from './filter-words.ts'
import type { FilterColumn } from './types.ts'

/** A tree of rules in words: 'Medical is Waived or (Campus is Main and Age less than 26)'. */
export const whereWords = (columns: readonly FilterColumn[], where: WhereGroup): string =>
  where.rules.map((node) => nodeWords(columns, node)).join(` ${where.operator} `)

const nodeWords = (columns: readonly FilterColumn[], node: WhereNode): string => {
  if (isGroup(node))
    return node.rules.length > 1 ? `(${whereWords(columns, node)})` : whereWords(columns, node)
  const column = columns.find(({ id }) => id === node.field)
  if (!column) return node.field
  const { mode, value } = ruleWords(column, node)
  return [column.label, mode, value].filter((part) => part !== '').join(' ')
}
