/** The number by which all banks know a Pix: 32 letters and digits (Central Bank, API Pix, `EndToEndId`). */
export const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
