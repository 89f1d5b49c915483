/** The selected rows as a rule: some IDs, or all matches except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> }

export const nothing: Selection = { kind: 'some', ids: new Set() }
export const everything: Selection = { kind: 'all', except: new Set() }

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)

/** Returns the number of selected rows, given the number of matches. */
export const countSelected = (selection: Selection, total: number): number =>
  selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)

const withAll = (set: ReadonlySet<number>, ids: readonly number[]): ReadonlySet<number> =>
  new Set([...set, ...ids])
const without = (set: ReadonlySet<number>, ids: readonly number[]): ReadonlySet<number> => {
  const gone = new Set(ids)
  return new Set([...set].filter((id) => !gone.has(id)))
}

/** Selects or deselects IDs, in both forms of the rule. */
export const select = (selection: Selection, ids: readonly number[], on: boolean): Selection =>
  selection.kind === 'some'
    ? { kind: 'some', ids: on ? withAll(selection.ids, ids) : without(selection.ids, ids) }
    : { kind: 'all', except: on ? without(selection.except, ids) : withAll(selection.except, ids) }

/** Returns the state of the checkbox above a page: all, some or none. */
export const pageState = (selection: Selection, ids: readonly number[]): 'all' | 'some' | 'none' => {
  const selected = ids.filter((id) => isSelected(selection, id)).length
  if (selected === 0) return 'none'
  return selected === ids.length ? 'all' : 'some'
}
