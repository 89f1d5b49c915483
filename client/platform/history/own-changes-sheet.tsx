import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listOwnChanges } from '#contract/platform/history/endpoints.ts'
import type { OwnChange } from '#contract/platform/history/shapes.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { isReadableField } from '#client/platform/record/field-text.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { FieldChange } from './field-change.tsx'
import { actInWords } from './history-text.ts'
import { setupFieldOf } from './setup-text.ts'

/** Renders what the user changed today, newest first, each with its record and its undo. */
export const OwnChangesSheet = ({ handle }: { handle: DialogHandle }) => (
  <Sheet {...handle.dialog} title="Your changes today">
    <Changes onLeave={handle.dialog.onClose} />
  </Sheet>
)

const Changes = ({ onLeave }: { onLeave: () => void }) => {
  const list = useGrowingList(keyOf(listOwnChanges), (paging, options) =>
    call(listOwnChanges, { query: paging }, options),
  )
  return (
    <Loaded
      of={list}
      compact
      what="Your changes"
      who="Only you can see what you changed."
      rows={4}
      label="Loading your changes"
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="px-5 py-4 text-ink-2">
            You haven’t changed anything today. What you change appears here, and you can undo it.
          </p>
        ) : (
          <div className="px-5 pb-5">
            <ol aria-label="Changes" className="divide-y divide-line">
              {rows.map((change) => (
                <Change key={change.id} change={change} onLeave={onLeave} />
              ))}
            </ol>
            <ShowMore list={list} />
          </div>
        )
      }
    </Loaded>
  )
}

interface ChangeProps {
  change: OwnChange
  onLeave: () => void
}

const Change = ({ change, onLeave }: ChangeProps) => {
  const { entry, records } = change
  const fields = entry.changes.filter(({ field }) => isReadableField(field)).slice(0, few)
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p>
          <Whose change={change} onLeave={onLeave} />
        </p>
        <p className="text-ink-2">
          {capitalized(actInWords(entry))}
          {records > 1 && `, ${formatCount(records, 'record')}`}{' '}
          <Ago at={entry.at} className="text-label whitespace-nowrap text-ink-3" />
        </p>
        {records === 1 && fields.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5">
            {fields.map((field) => (
              <li key={field.field}>
                <FieldChange change={field} texts={setupFieldOf(field.field)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {change.is_undone ? (
        <span className="text-label text-ink-3">Undone</span>
      ) : (
        change.can_undo && <Undo change={change} />
      )}
    </li>
  )
}

/** The most fields of a change; the record’s history has them all. */
const few = 4

/** Renders whose record was changed, as a link; for several the first and the number of others. */
const Whose = ({
  change: { entry, records, student_name: name, school_name: school },
  onLeave,
}: ChangeProps) => {
  if (entry.student_id === null || name === null)
    return <span className="font-medium">{school ?? 'Shipmate'}</span>
  return (
    <>
      <Link
        to="/student/$student"
        params={{ student: String(entry.student_id) }}
        onClick={onLeave}
        className="font-medium"
      >
        {name}
      </Link>
      {records > 1 && <span className="text-ink-2"> and others</span>}
    </>
  )
}

const shown = [listOwnChanges] as const

const Undo = ({ change }: { change: OwnChange }) => {
  const { id, entry, student_name: name, school_name: school } = change
  // an undo can be undone too
  const verb = entry.cause === 'undo' ? 'Redo' : 'Undo'
  const client = useQueryClient()
  const undo = useUndoChange(shown, null)
  const [isUndoing, setUndoing] = useState(false)
  const press = async () => {
    setUndoing(true)
    await undo(String(id))
    setUndoing(false)
    // it can be a change of anything on the screen below
    void client.invalidateQueries()
  }
  return (
    <Button
      size="sm"
      busy={isUndoing}
      aria-label={`${verb} for ${name ?? school ?? 'Shipmate'}`}
      onClick={() => void press()}
    >
      {verb}
    </Button>
  )
}
