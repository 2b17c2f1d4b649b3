/** The id of the language of scripts in Monaco. */
export const SCRIPT_LANGUAGE = 'switchboard';
