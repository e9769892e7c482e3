"""Database tables of classes."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

TABLES = MetaData()
ROOMS = Table(
    "kismet_rooms",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("lesson", String(120), nullable=False),
    Column("pace", Text, nullable=False),
    Column("opened", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("paced", Integer, nullable=False),
)
ROOM_SECRETS = Table(  # further secrets of a room. The first one is in the row of the room
    "kismet_keys",
    TABLES,
    Column("secret", String(64), primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
)
PUPILS = Table(
    "kismet_pupils",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("folded", String(120), nullable=False),
    Column("face", Integer, nullable=False),
    Column("token", String(64), unique=True),
    Column("joined", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("told", Float, nullable=False),
    Column("step", String(60), nullable=False),
    Column("consent", Integer, nullable=False),
    UniqueConstraint("room", "folded"),
    UniqueConstraint("room", "number"),
)
REPORTS = Table(
    "kismet_reports",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(120), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
ACTIVITY_RESULTS = Table(
    "kismet_plays",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("data", Text, nullable=False),
)
HINTS = Table(
    "kismet_hints",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("heard", Boolean, nullable=False),
)
USED_RESULT_CODES = Table(
    "kismet_codes",
    TABLES,
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(64), primary_key=True),
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), nullable=False),
)
PUPIL_SETTINGS = Table(  # further data of a pupil: the browser id, and whether the name is hidden
    "kismet_marks",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("browser", String(64), nullable=False),
    Column("hidden", Boolean, nullable=False),
)
ADDRESSES = Table(  # hash of the address of a pupil
    "kismet_addresses",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(64), nullable=False),
)
WAITING = Table(  # devices that wait for a decision of the teacher about their address
    "kismet_waiting",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
    Column("address", String(64), nullable=False),
    Column("ticket", String(64), nullable=False),
    Column("name", String(60), nullable=False),
)
REMOVED_PUPILS = Table(  # removed pupils, and whether they may join again
    "kismet_removed",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("face", Integer, nullable=False),
    Column("token", String(64), nullable=False),
    Column("browser", String(64), nullable=False),
    Column("welcome", Boolean, nullable=False),
)
RETURN_CODES = Table(  # codes with which pupils continue in another tab or on another device
    "kismet_return_codes",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
    Column("code", String(12), nullable=False),
    UniqueConstraint("room", "code"),
)
FORMER_TOKENS = Table(  # tokens of pupils who have continued elsewhere
    "kismet_former_tokens",
    TABLES,
    Column("token", String(64), primary_key=True),
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), nullable=False),
)
SAVED_WORK = Table(  # work of a pupil in a lesson, as the page saved it
    "kismet_saved_work",
    TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(120), primary_key=True),
    Column("work", Text, nullable=False),
)
WORK_SAMPLES = Table(  # selected work samples
    "kismet_slips",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), nullable=False),
    Column("data", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("note", Text, nullable=False),
    Column("consent", Integer, nullable=False),
)
LESSON_PLANS = Table(  # plans of lessons by the teacher
    "kismet_plans",
    TABLES,
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(120), primary_key=True),
    Column("data", Text, nullable=False),
)
