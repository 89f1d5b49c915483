import { useNavigate } from '@tanstack/react-router'
import { Copy, ExternalLink, ListFilter, PanelRight, PencilLine, Rows3, UserRound } from 'lucide-react'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { FieldFilter } from '#contract/table-filters.ts'
import type { PlainValue } from '#client/common/field-value.ts'
import { withinSentence } from '#client/common/field-words.ts'
import { Kbd } from '#client/ui/text/kbd.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import type { TableColumn } from '#client/ui/data-table/types.ts'

interface RowMenuProps {
  row: StudentListRow
  /** The cell that was pressed; null beside the cells. */
  column: TableColumn<StudentListRow> | undefined
  onPeek: (row: StudentListRow) => void
  onFilter: (field: string, filter: FieldFilter) => void
  onCopy: (text: string) => void
  /** Opens the cell for editing; null where it cannot be. */
  onEdit: (() => void) | null
}

const valueIn = (row: StudentListRow, id: string): PlainValue => {
  const value: unknown = Reflect.get(row, id)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Rows with the same value, or with none as here. */
const sameAs = (value: PlainValue): FieldFilter => ({
  operator: 'and',
  constraints: [
    value === null
      ? { match_mode: 'isEmpty' }
      : { match_mode: 'in', value: [typeof value === 'object' ? String(value) : value] },
  ],
})

/** What a right click on a row offers: look, open, copy, and more like this. */
export const RowMenu = ({ row, column, onPeek, onFilter, onCopy, onEdit }: RowMenuProps) => {
  const navigate = useNavigate()
  const to = { to: '/student/$student', params: { student: String(row.student_id) } } as const
  return (
    <>
      <MenuItem icon={PanelRight} shortcut={<Kbd>P</Kbd>} onSelect={() => onPeek(row)}>
        Look beside the list
      </MenuItem>
      <MenuItem icon={UserRound} shortcut={<Kbd>Enter</Kbd>} onSelect={() => void navigate(to)}>
        Open {row.student_name}
      </MenuItem>
      <MenuItem
        icon={ExternalLink}
        onSelect={() => window.open(`/student/${row.student_id}`, '_blank', 'noopener')}
      >
        Open in a new tab
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Rows3} onSelect={() => onCopy([row.student_name, row.sid].filter(Boolean).join('\t'))}>
        Copy name and ID
      </MenuItem>
      {column && <CellItems {...{ row, column, onFilter, onCopy, onEdit }} />}
    </>
  )
}

const short = (words: string): string => (words.length > 24 ? `${words.slice(0, 24)}…` : words)

/** What can be done with the pressed cell. */
const CellItems = ({
  row,
  column,
  onFilter,
  onCopy,
  onEdit,
}: Omit<RowMenuProps, 'onPeek' | 'column'> & { column: TableColumn<StudentListRow> }) => {
  const words = column.text(row)
  const label = withinSentence(column.label)
  return (
    <>
      {words !== '' && (
        <MenuItem icon={Copy} onSelect={() => onCopy(words)}>
          Copy “{short(words)}”
        </MenuItem>
      )}
      {column.id !== 'student_name' && (
        <MenuItem icon={ListFilter} onSelect={() => onFilter(column.id, sameAs(valueIn(row, column.id)))}>
          {words === '' ? `Only without ${label}` : `Only “${short(words)}”`}
        </MenuItem>
      )}
      {onEdit && (
        <MenuItem icon={PencilLine} shortcut={<Kbd>F2</Kbd>} onSelect={onEdit}>
          Edit {label}
        </MenuItem>
      )}
    </>
  )
}
