import { Check } from 'lucide-react'
import { useCallback, useId, type Ref } from 'react'
import { useFormContext } from 'react-hook-form'
import type { SchoolFile } from '#contract/setup/schools/file-shapes.ts'
import { fileFactsInWords } from '#client/setup/schools/school-file-text.ts'
import { UploadLines } from '#client/platform/common/upload-lines.tsx'
import { useSchoolUploads } from '#client/setup/schools/use-school-uploads.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { FieldError } from '#client/platform/ui/controls/field.tsx'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { useFormField } from '#client/platform/ui/form/use-form-field.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** The image being chosen. */
export interface PictureValues {
  src: string | null
  alt: string
}

interface PictureChoiceProps {
  schoolId: number
  pictures: readonly SchoolFile[]
}

/** Renders the school's images to choose one, and an upload; an uploaded image is selected. */
export const PictureChoice = ({ schoolId, pictures }: PictureChoiceProps) => {
  const { value, onChange, onBlur, ref, frame } = useFormField({ name: 'src', label: 'Image' })
  const { error } = frame
  const { getFieldState, setValue } = useFormContext<PictureValues>()
  const choose = useCallback(
    ({ url, alt }: SchoolFile): void => {
      onChange(url)
      // keeps the alt text that the user typed
      if (!getFieldState('alt').isDirty) setValue('alt', alt)
    },
    [onChange, getFieldState, setValue],
  )
  const { uploads, send } = useSchoolUploads(schoolId, choose)
  const name = useId()
  return (
    <div className="flex flex-col gap-3">
      <fieldset aria-describedby={error ? `${name}-error` : undefined}>
        <legend className="mb-1 text-label font-medium text-ink-2">Image</legend>
        {pictures.length === 0 && <p className="text-ink-2">No images yet.</p>}
        <div className="grid max-h-80 grid-cols-2 gap-2 overflow-y-auto p-0.5 sm:grid-cols-4">
          {pictures.map((file, index) => (
            <PictureOption
              key={file.id}
              file={file}
              name={name}
              isChosen={file.url === value}
              onChoose={choose}
              onBlur={onBlur}
              {...(index === 0 ? { inputRef: ref } : {})}
            />
          ))}
        </div>
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      </fieldset>
      <FileDrop
        isCompact
        label="Drop an image here or choose a file"
        hint="PNG, JPEG, WebP or SVG, up to 20 MB."
        accept=".png,.jpg,.jpeg,.webp,.svg"
        onFile={(file) => void send(file, null)}
      />
      <UploadLines uploads={uploads} />
    </div>
  )
}

interface PictureOptionProps {
  file: SchoolFile
  /** The name of the radio group. */
  name: string
  isChosen: boolean
  inputRef?: Ref<HTMLInputElement>
  onChoose: (file: SchoolFile) => void
  onBlur: () => void
}

const PictureOption = ({ file, name, isChosen, inputRef, onChoose, onBlur }: PictureOptionProps) => (
  <label
    className={cx(
      'relative flex min-w-0 flex-col overflow-hidden rounded-card bg-raised has-focus-visible:outline-2 has-focus-visible:outline-ring',
      isChosen
        ? 'shadow-[0_0_0_2px_var(--accent)]'
        : 'shadow-line hover:shadow-[0_0_0_1px_var(--line-control)]',
    )}
  >
    <input
      ref={inputRef}
      type="radio"
      name={name}
      value={file.url}
      checked={isChosen}
      onChange={() => onChoose(file)}
      onBlur={onBlur}
      className="sr-only"
    />
    <span className="grid h-24 place-items-center bg-white p-1">
      <img src={file.url} alt="" loading="lazy" className="max-h-22 max-w-full object-contain" />
    </span>
    {isChosen && (
      <span className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-full bg-accent text-on-accent">
        <Check size={13} aria-hidden />
      </span>
    )}
    <span className="border-t border-line px-2 py-1">
      <Truncate className="block font-medium">{file.name}</Truncate>
      <Truncate className="tabular block text-label text-ink-3">{fileFactsInWords(file)}</Truncate>
    </span>
  </label>
)
