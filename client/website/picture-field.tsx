import { ImagePlus } from 'lucide-react'
import type { homePage } from '#contract/website/home-page.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { asText, useFormField } from '#client/ui/form/use-form-field.ts'
import { usePickPicture } from './use-pick-picture.ts'
import { documentFields } from '#client/common/set-up/document-fields.ts'

const f = documentFields<typeof homePage>()

/** The picture of the home page: shown, chosen among the school's own, taken away, and said in words. */
export const PictureField = () => {
  const { value, onChange, ref, frame } = useFormField({ name: 'image.src', label: 'Picture' })
  const { getValues, setValue } = f.useForm()
  const pick = usePickPicture()
  const src = asText(value)
  const setAlt = (alt: string | null): void =>
    setValue('image.alt', alt, { shouldDirty: true, shouldValidate: alt !== null })
  const choose = async (): Promise<void> => {
    const picture = await pick(src === '' ? null : { src, alt: asText(getValues('image.alt')) })
    if (!picture) return
    onChange(picture.src)
    setAlt(picture.alt)
  }
  const remove = (): void => {
    onChange(null)
    setAlt(null)
  }
  return (
    <>
      <div className="col-span-6 flex flex-wrap items-center gap-3">
        {src !== '' && (
          <span className="grid h-20 w-32 place-items-center overflow-hidden rounded-card bg-white p-1 shadow-line">
            <img src={src} alt="" className="max-h-18 max-w-full object-contain" />
          </span>
        )}
        <Button ref={ref} icon={ImagePlus} onClick={() => void choose()}>
          {src === '' ? 'Choose a picture…' : 'Choose another picture…'}
        </Button>
        {src !== '' && (
          <Button variant="ghost" onClick={remove}>
            Remove the picture
          </Button>
        )}
        {frame.error && <FieldError>{frame.error}</FieldError>}
      </div>
      {src !== '' && <f.Text name="image.alt" label="What it shows" required />}
    </>
  )
}
