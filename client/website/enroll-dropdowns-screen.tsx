import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { enrollFormDropdowns } from '#contract/website/dropdowns.ts'
import {
  getEnrollFormDropdowns,
  listOptionUses,
  replaceEnrollFormDropdowns,
} from '#contract/website/endpoints.ts'
import { DocumentStates, showsDocuments } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { DropdownsEditor } from './dropdowns-editor.tsx'

const EnrollDropdownsScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const params = { id: place.period }
  const read = useAsk(getEnrollFormDropdowns, { params }, afresh)
  const [renamings, setRenamings] = useState(0)
  const showRenamed = async (): Promise<void> => {
    await read.refetch()
    setRenamings((count) => count + 1)
  }
  const { send } = useSend(replaceEnrollFormDropdowns, {
    refreshes: [listOptionUses, ...showsDocuments],
    quiet: true,
  })
  return (
    <DocumentStates place={place} title={enrollFormDropdowns.label} read={read}>
      {(record) => (
        <DropdownsEditor
          // a renaming makes it another document
          key={renamings}
          place={place}
          form="enroll-form"
          document={enrollFormDropdowns}
          schema={replaceEnrollFormDropdowns.body}
          record={record}
          save={async (body) => (await send({ params, body })).reply}
          onRenamed={() => void showRenamed()}
        />
      )}
    </DocumentStates>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/enroll-form/dropdowns-and-notices',
)({ component: EnrollDropdownsScreen })
