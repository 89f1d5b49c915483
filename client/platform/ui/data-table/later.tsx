import { later } from '../states/later.tsx'

// The contents of the table's menus aren't part of the first load.
/** Renders `FilterEditor`; its code loads when it opens. */
export const FilterEditor = later(
  async () => (await import('./filter-editor.tsx')).FilterEditor,
  <div className="h-48" />,
)

/** Renders `ArrangeChoices`; its code loads when it opens. */
export const ArrangeChoices = later(
  async () => (await import('./arrange-choices.tsx')).ArrangeChoices,
  <div className="h-32" />,
)

/** Renders `SortChoices`; its code loads when it opens. */
export const SortChoices = later(
  async () => (await import('./sort-choices.tsx')).SortChoices,
  <div className="h-12" />,
)
