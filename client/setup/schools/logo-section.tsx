import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { addLogo, listSchoolFiles, removeSchoolFile } from '#contract/setup/schools/endpoints.ts'
import { isEmailLogo } from '#contract/setup/schools/file-shapes.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { notInEmails } from './school-file-text.ts'
import { UploadLines } from '#client/platform/common/upload-lines.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useUploads, type SendFile } from '#client/platform/common/use-uploads.ts'
import { callWithChange } from '#client/platform/lib/call.ts'
import { keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { schoolReads } from './use-school-edit.ts'

/** Endpoints to reload after a school file was added or removed. */
const fileReads = [...schoolReads, listSchoolFiles] as const

/** Renders the logo on a light and a dark background, with an upload; saved at once. */
export const LogoSection = ({ school }: { school: School }) => {
  const { uploads, send } = useLogoUploads(school)
  return (
    <FormSection
      title="Logo"
      why="Appears in lists, on the student website and in emails. It’s saved as soon as you upload it."
    >
      {school.logo_url !== null && <Logo school={school} url={school.logo_url} />}
      {school.logo_url !== null && !isEmailLogo(school.logo_url) && (
        <p className="col-span-6 text-label text-ink-2">{notInEmails}</p>
      )}
      <div className="col-span-6 flex flex-col gap-3">
        <FileDrop
          label={
            school.logo_url === null
              ? 'Drop a logo here or choose a file'
              : 'Drop a new logo here or choose a file'
          }
          hint="SVG, PNG, JPEG or WebP. For safety, Shipmate keeps only shapes and colors from SVG files."
          accept=".svg,.png,.jpg,.jpeg,.webp"
          onFile={(file) => void send(file, null)}
        />
        <UploadLines uploads={uploads} />
      </div>
    </FormSection>
  )
}

const useLogoUploads = (school: School) => {
  const client = useQueryClient()
  const offerUndo = useUndo(fileReads, 'file')
  const sendFile = useCallback<SendFile<null>>(
    async (file, _, options) => {
      const body = { school_id: String(school.id) }
      const { changeId } = await callWithChange(addLogo, { body, file }, options)
      for (const endpoint of fileReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      offerUndo({ changeId, title: school.logo_url === null ? 'Logo added' : 'Logo replaced' })
    },
    [client, offerUndo, school.id, school.logo_url],
  )
  return useUploads(sendFile)
}

const Logo = ({ school, url }: { school: School; url: string }) => {
  const { data: logos } = useAsk(listSchoolFiles, { params: { id: school.id }, query: { kind: 'logo' } })
  const offerUndo = useUndo(fileReads, 'file')
  const { send } = useSend(removeSchoolFile, { refreshes: fileReads })
  const present = logos?.find((logo) => logo.url === url)
  const remove = async (fileId: number) => {
    const { changeId } = await send({ params: { id: String(school.id), fileId: String(fileId) } })
    offerUndo({ changeId, title: 'Logo removed' })
  }
  return (
    <div className="col-span-6 flex flex-wrap items-end gap-3">
      <LogoOnBackground url={url} name={school.name} label="on a light background" className="bg-white" />
      <LogoOnBackground url={url} name={school.name} label="on a dark background" className="bg-[#16211d]" />
      {present && (
        <Button icon={Trash2} variant="ghost" onClick={() => void remove(present.id)}>
          Remove
        </Button>
      )}
    </div>
  )
}

interface LogoOnBackgroundProps {
  url: string
  name: string
  label: string
  className: string
}

const LogoOnBackground = ({ url, name, label, className }: LogoOnBackgroundProps) => (
  <figure className="w-40">
    <div className={`h-24 rounded-card p-4 shadow-line ${className}`}>
      <img src={url} alt={`${name} logo ${label}`} className="size-full object-scale-down" />
    </div>
    <figcaption className="mt-1 text-label text-ink-3 first-letter:uppercase">{label}</figcaption>
  </figure>
)
