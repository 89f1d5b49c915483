/** What Spanish-speaking students read as a reason, by its code: what is missing, or which requirement isn’t met. */
export const spanishReasons = {
  member_id_format:
    'El número de miembro no tiene el formato de su compañía de seguros. Escríbalo como aparece en su tarjeta.',
  subscriber_birth_date:
    'No encontramos al titular con esta fecha de nacimiento. Escriba la fecha de nacimiento de la persona que tiene el plan.',
  subscriber_name: 'El nombre del titular no coincide con el plan. Escríbalo como aparece en la tarjeta.',
  card_front_missing: 'Envíe una foto del frente de su tarjeta del seguro.',
  card_back_missing: 'Envíe una foto del reverso de su tarjeta del seguro.',
  card_unreadable:
    'No podemos leer la foto de su tarjeta del seguro. Envíe una foto nítida en la que se vean las cuatro esquinas.',
  letter_missing:
    'Envíe una carta de su compañía de seguros que muestre su nombre y las fechas de su cobertura.',
  letter_too_old: 'Su carta de cobertura es demasiado antigua. Envíe una nueva de su compañía de seguros.',
  coverage_dates_missing: 'Envíe un documento que muestre cuándo empieza y cuándo termina su cobertura.',
  payment_proof_missing: 'Envíe un comprobante de que pagó la cobertura COBRA de este mes.',
  company_unclear: 'Díganos el nombre de su compañía de seguros como aparece en su tarjeta.',
  event_proof_missing: 'Envíe un documento que muestre qué pasó y cuándo.',
  accepted_sources: 'La universidad no acepta este origen de cobertura.',
  aca_compliant: 'Su plan no ofrece la cobertura esencial mínima.',
  active_and_continuous: 'Su cobertura no está activa durante todo el año de la póliza.',
  max_deductible: 'El deducible de su plan es mayor que el que acepta la universidad.',
  max_out_of_pocket: 'El gasto máximo de bolsillo de su plan es mayor que el que acepta la universidad.',
  min_benefit: 'El beneficio máximo de su plan es menor que el que exige la universidad.',
  benefits: 'Su plan no cubre todos los servicios que exige la universidad.',
  local_network: 'Su plan no tiene proveedores de su red cerca del campus.',
  medicaid_state: 'La universidad no acepta Medicaid de este estado.',
  cobra_proof: 'Falta el comprobante del pago de COBRA de este mes.',
  excluded_types: 'La universidad no acepta este tipo de plan.',
  us_insurer_contact:
    'Su compañía de seguros no tiene una oficina de reclamos y un teléfono en Estados Unidos.',
  visa: 'Su plan no cumple los requisitos de su visa.',
  documents_required: 'Faltan documentos que exige la universidad.',
  attestations: 'No aceptó todas las declaraciones del formulario.',
  deadline_by_cohort: 'Envió el formulario después de su fecha límite.',
} as const
