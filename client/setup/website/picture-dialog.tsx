import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { listSchoolFiles } from '#contract/setup/schools/endpoints.ts'
import { mediaPath } from '#contract/setup/period-documents/parts.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { PictureFacts } from '#client/platform/ui/rich-text/picture-control.tsx'
import { PictureChoice, type PictureValues } from './picture-choice.tsx'

const f = fieldsOf<PictureValues>()

const picture = z.strictObject({ src: mediaPath, alt: text(200) })

interface PictureDialogProps {
  schoolId: number
  present: PictureFacts | null
  handle: DialogHandle<PictureFacts>
}

/** Renders the dialog to choose or upload a school image and enter its alt text. */
export const PictureDialog = ({ schoolId, present, handle }: PictureDialogProps) => {
  const form = useRecordForm<PictureValues, typeof picture>({
    schema: picture,
    defaults: { src: present?.src ?? null, alt: present?.alt ?? '' },
    onSubmit: async (body) => handle.close(body),
  })
  return (
    <FormDialog
      {...handle.dialog}
      size="lg"
      title="Choose image"
      description="Choose an image from the school’s files. Anyone who opens the page can see it."
      form={form}
      submitLabel="Use image"
    >
      <Pictures schoolId={schoolId} />
      <f.Text name="alt" label="Alt text" hint="Describes the image to people who can’t see it." required />
    </FormDialog>
  )
}

const Pictures = ({ schoolId }: { schoolId: number }) => {
  const pictures = useAsk(listSchoolFiles, { params: { id: schoolId }, query: {} })
  return (
    <Loaded
      of={pictures}
      compact
      what="The images"
      who="Only Shipmate Admins can manage school files."
      rows={4}
      label="Loading images"
    >
      {(data) => (
        <PictureChoice
          schoolId={schoolId}
          pictures={data.filter(({ media_type }) => media_type.startsWith('image/'))}
        />
      )}
    </Loaded>
  )
}
