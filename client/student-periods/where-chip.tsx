import { X } from 'lucide-react'
import type { WhereGroup } from '#contract/table-where.ts'
import { whereWords } from '#client/ui/data-table/where-words.ts'
import { filterColumns } from './columns.tsx'

interface WhereChipProps {
  where: WhereGroup
  onOpen: () => void
  onRemove: () => void
}

/** The tree of rules in words; a press opens it where it was built. */
export const WhereChip = ({ where, onOpen, onRemove }: WhereChipProps) => {
  const words = whereWords(filterColumns, where)
  return (
    <span className="inline-flex h-6.5 max-w-full items-stretch rounded-control bg-raised text-label shadow-control coarse:h-9">
      <button
        type="button"
        title={words}
        aria-haspopup="dialog"
        className="flex min-w-0 items-center rounded-l-control px-2 font-medium hover:bg-hover"
        onClick={onOpen}
      >
        <span className="max-w-[min(30rem,60vw)] truncate">{words}</span>
      </button>
      <button
        type="button"
        aria-label="Remove the advanced filter"
        className="grid w-6.5 place-items-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink coarse:w-9"
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
