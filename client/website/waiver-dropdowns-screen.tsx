import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { waiverFormDropdowns } from '#contract/website/dropdowns.ts'
import {
  getWaiverFormDropdowns,
  listOptionUses,
  replaceWaiverFormDropdowns,
} from '#contract/website/endpoints.ts'
import { DocumentStates, showsDocuments } from '#client/common/set-up/document-page.tsx'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { DropdownsEditor } from './dropdowns-editor.tsx'

const WaiverDropdownsScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const params = { id: place.period }
  const read = useAsk(getWaiverFormDropdowns, { params }, afresh)
  const [renamings, setRenamings] = useState(0)
  const showRenamed = async (): Promise<void> => {
    await read.refetch()
    setRenamings((count) => count + 1)
  }
  const { send } = useSend(replaceWaiverFormDropdowns, {
    refreshes: [listOptionUses, ...showsDocuments],
    quiet: true,
  })
  return (
    <DocumentStates place={place} title={waiverFormDropdowns.label} read={read}>
      {(record) => (
        <DropdownsEditor
          // a renaming makes it another document
          key={renamings}
          place={place}
          form="waiver-form"
          document={waiverFormDropdowns}
          schema={replaceWaiverFormDropdowns.body}
          record={record}
          save={async (body) => (await send({ params, body })).reply}
          onRenamed={() => void showRenamed()}
        />
      )}
    </DocumentStates>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/waiver-form/dropdowns-and-notices',
)({ component: WaiverDropdownsScreen })
